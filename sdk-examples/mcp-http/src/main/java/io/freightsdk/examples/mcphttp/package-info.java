/**
 * The freight tools over HTTP: Spring AI's MCP server, Spring Security's check of tokens, a limit
 * for each person, and one ledger in a database for all instances.
 */
@NullMarked
package io.freightsdk.examples.mcphttp;

import org.jspecify.annotations.NullMarked;
