/**
 * Micrometer meters of what a client does and what it costs. No tag contains a key, link, phone
 * number or load number; each tag has few values, but that of scopes as many as there are, the
 * newest 1,000 limits at most.
 */
@NullMarked
package io.freightsdk.micrometer;

import org.jspecify.annotations.NullMarked;
