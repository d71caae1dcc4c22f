package io.freightsdk.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The resources of a native image: the scripts of the tables in a database, and the API
 * description; and the class whose presence is checked at the start. The client itself uses no
 * reflection.
 */
final class FreightRuntimeHints implements RuntimeHintsRegistrar {
  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints.resources().registerPattern("io/freightsdk/spend/ledger/*/*.sql");
    hints.resources().registerPattern("io/freightsdk/jobs/*/*.sql");
    hints.resources().registerPattern("io/freightsdk/json/freight-agent-api.yaml");
    hints.reflection().registerTypeIfPresent(classLoader, FreightAutoConfiguration.TOOLS);
  }
}
