package io.freightsdk.mcp;

/** Where the server says what it did: one line each, never a key, a phone number or a body. */
interface Log {
  void say(String line);

  /** On standard error: MCP keeps standard output for messages, and hosts show or keep this. */
  static Log standardError() {
    return line -> System.err.println("freight-mcp-server: " + line);
  }
}
