/** The tools. Each has a class and a JSON file with its description and schema. */
@NullMarked
package io.freightsdk.internal.agent.tools;

import org.jspecify.annotations.NullMarked;
