/**
 * What a client does and what it costs, as Micrometer meters and OpenTelemetry spans: {@link
 * ObservedClient} is the part to copy. No key, link, phone or load number is in a tag or attribute.
 */
@NullMarked
package io.freightsdk.examples.observability;

import org.jspecify.annotations.NullMarked;
