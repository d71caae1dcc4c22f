/** Freight tools as tools of a server of MCP's Java SDK, with any transport. */
@NullMarked
package io.freightsdk.agent.mcp;

import org.jspecify.annotations.NullMarked;
