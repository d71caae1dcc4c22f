package io.freightsdk.mcp;

/** The log of the server: one line for each event, without keys, phone numbers and bodies. */
interface Log {
  void say(String line);

  /** Logs to standard error, because MCP uses standard output for messages. */
  static Log standardError() {
    return line -> System.err.println("freight-mcp-server: " + line);
  }
}
