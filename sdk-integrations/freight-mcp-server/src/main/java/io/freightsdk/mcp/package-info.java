/**
 * The freight tools for any MCP host: the protocol (JSON-RPC over standard streams or streamable
 * HTTP), the command line, and the books in a database. What the tools do and refuse is decided in
 * {@code io.freightsdk.agent}.
 */
@NullMarked
package io.freightsdk.mcp;

import org.jspecify.annotations.NullMarked;
