package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.environment.TimeSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The client of each customer, for customers with their own agent keys. Define a bean of this type,
 * and the jobs use it. Inject it for your own calls, too: a customer's load belongs to the
 * customer's key. Without a bean of the application, the starter's bean returns the application's
 * client for each customer. Orders without a customer always use that client. Must be safe for
 * concurrent use.
 *
 * <pre>{@code
 * @Bean
 * CustomerClients customerClients(FreightClient client, SpendGuard guard, Customers customers) {
 *   return CustomerClients.withAgentKeys(client, guard, customers::agentKey);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CustomerClients {
  /**
   * Returns the client of a customer; null if the customer has no agent key, and the orders wait
   * for {@code WaitReason.KEY}. The jobs call this method before each attempt and each read, so
   * return an existing client.
   */
  @Nullable FreightClient client(String customerId);

  /**
   * Creates clients that share the connections of {@code client}, each with the agent key of its
   * customer. The customer's id is the name of the client's {@link FreightClient#accountId
   * account}, so a customer who gets a new key keeps the account.
   *
   * @param client the application's client. Closing it closes all these clients
   * @param guard the guard with the limits of the application, which apply to all customers
   *     together
   * @param agentKeys returns the current key of a customer. For null, there is no client, and the
   *     customer's orders wait for {@code WaitReason.KEY}. A key is used for a minute, and longer
   *     while this function throws, for example while a database is unavailable. Null is not kept
   */
  static CustomerClients withAgentKeys(
      FreightClient client, SpendGuard guard, Function<String, @Nullable String> agentKeys) {
    return new KeyedClients(client, guard, agentKeys, TimeSource.MACHINE);
  }
}
