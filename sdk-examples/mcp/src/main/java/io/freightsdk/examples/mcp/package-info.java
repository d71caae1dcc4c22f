/**
 * An MCP host in Java that starts the freight server as its configuration says and uses its tools.
 */
@NullMarked
package io.freightsdk.examples.mcp;

import org.jspecify.annotations.NullMarked;
