/**
 * Spans of a client's attempts and of the calls of an agent's tools, by OpenTelemetry's conventions
 * for HTTP clients and generative AI. No attribute contains a key, link, phone number or load
 * number.
 */
@NullMarked
package io.freightsdk.opentelemetry;

import org.jspecify.annotations.NullMarked;
