/**
 * The tools: what each reads, sends and answers, and what they say of themselves, in a file of JSON
 * for each.
 */
@NullMarked
package io.freightsdk.internal.agent.tools;

import org.jspecify.annotations.NullMarked;
