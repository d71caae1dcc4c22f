/**
 * Spans of a client's attempts, by OpenTelemetry's conventions for HTTP clients. No attribute
 * contains a key, link, phone number or load number.
 */
@NullMarked
package io.freightsdk.opentelemetry;

import org.jspecify.annotations.NullMarked;
