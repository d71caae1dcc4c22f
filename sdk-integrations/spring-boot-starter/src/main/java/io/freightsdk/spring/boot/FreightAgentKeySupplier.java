package io.freightsdk.spring.boot;

import java.util.function.Supplier;

/**
 * A bean that supplies the agent key of every attempt, instead of {@code freight.agent-key}, so
 * that keys can be rotated while the application runs. It must return at once, from memory.
 */
@FunctionalInterface
public interface FreightAgentKeySupplier extends Supplier<String> {}
