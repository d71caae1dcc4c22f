/**
 * The freight tools for any MCP host: the protocol (JSON-RPC over standard streams) and the command
 * line. What the tools do and refuse is decided in {@code io.freightsdk.agent}.
 */
@NullMarked
package io.freightsdk.mcp;

import org.jspecify.annotations.NullMarked;
