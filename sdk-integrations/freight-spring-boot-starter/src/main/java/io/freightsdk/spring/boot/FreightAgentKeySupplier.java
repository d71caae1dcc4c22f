package io.freightsdk.spring.boot;

import java.util.function.Supplier;

/**
 * A bean that every attempt gets its agent key from, instead of {@code freight.agent-key}: to
 * rotate keys while the application runs. It returns at once, from memory.
 */
@FunctionalInterface
public interface FreightAgentKeySupplier extends Supplier<String> {}
