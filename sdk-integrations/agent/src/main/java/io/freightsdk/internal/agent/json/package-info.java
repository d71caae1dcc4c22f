/**
 * JSON between a model and the tools: a reader for text that a model wrote, and a writer for
 * results. Knows nothing of freight, schemas or money.
 */
@NullMarked
package io.freightsdk.internal.agent.json;

import org.jspecify.annotations.NullMarked;
