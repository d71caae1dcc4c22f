/**
 * The results and errors that a model reads, as JSON. Untrusted text is checked here. Does not
 * depend on a tool.
 */
@NullMarked
package io.freightsdk.internal.agent.results;

import org.jspecify.annotations.NullMarked;
