/**
 * The tools. Each has a class and a JSON file with its description and schema. {@code GuardedTool}
 * is the common part of all tools, and {@code ToolFactory} builds them.
 */
@NullMarked
package io.freightsdk.internal.agent.tools;

import org.jspecify.annotations.NullMarked;
