/**
 * The freight tools for an MCP host: options, agent key, ledger, and the streams of the host. The
 * tools themselves are in {@code io.freightsdk.agent}.
 */
@NullMarked
package io.freightsdk.mcp;

import org.jspecify.annotations.NullMarked;
