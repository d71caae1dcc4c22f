package io.freightsdk.spring.boot;

import java.util.function.Supplier;

/**
 * A bean that supplies the agent key of every attempt, instead of {@code freight.agent-key}, so
 * that keys can be rotated while the application runs. It must return at once, from memory.
 */
@FunctionalInterface
public interface FreightAgentKeySupplier extends Supplier<String> {
  /**
   * The key of one of {@code freight.clients.*}, by its name. A supplier that does not override
   * this knows one key, which is that of one account: it may serve clients that share a ledger. For
   * clients with different ledgers it ends the start, since one of them would spend the money of
   * another.
   *
   * @throws UnsupportedOperationException unless it is overridden
   */
  default String get(String client) {
    throw new UnsupportedOperationException("this supplier has one key for all clients");
  }
}
