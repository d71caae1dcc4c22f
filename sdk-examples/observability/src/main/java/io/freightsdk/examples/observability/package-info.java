/**
 * What a client does and what it costs, as Micrometer meters and OpenTelemetry spans, by {@code
 * freight-micrometer} and {@code freight-opentelemetry}.
 */
@NullMarked
package io.freightsdk.examples.observability;

import org.jspecify.annotations.NullMarked;
