import { McpServer } from '@modelcontextprotocol/server';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/* A server that others wrote, on a folder of skills: what the whole run is timed against. */
const skills = await loadSkills(process.argv[2]!);
serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '0' }, { capabilities: { resources: {} } });
  skills.attach(server);
  return server;
});
