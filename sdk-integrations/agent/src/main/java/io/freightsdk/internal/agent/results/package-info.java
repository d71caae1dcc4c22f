/**
 * What a model reads: answers, errors, amounts and times as JSON, and texts of others made
 * harmless. Knows no tool.
 */
@NullMarked
package io.freightsdk.internal.agent.results;

import org.jspecify.annotations.NullMarked;
