/**
 * Spans of a client's attempts, by OpenTelemetry's conventions for HTTP clients. No attribute holds
 * a key, link, phone or load number.
 */
@NullMarked
package io.freightsdk.opentelemetry;

import org.jspecify.annotations.NullMarked;
