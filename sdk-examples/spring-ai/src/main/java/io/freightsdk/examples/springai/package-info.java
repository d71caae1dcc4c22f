/**
 * Freight tools in Spring AI by {@code freight-spring-ai}, in a conversation that runs without a
 * key.
 */
@NullMarked
package io.freightsdk.examples.springai;

import org.jspecify.annotations.NullMarked;
