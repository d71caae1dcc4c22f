/**
 * Micrometer meters and observations of what a client does and what it costs. No tag contains a
 * key, link, phone number or load number; each tag has few values.
 */
@NullMarked
package io.freightsdk.micrometer;

import org.jspecify.annotations.NullMarked;
