package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The clients of customers who have their own agent keys. Define a bean of this type, and the jobs
 * use it. Without the bean, and for orders without a customer, the jobs use the application's
 * client. Must be safe for concurrent use.
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
   * Returns the client of a customer; null if the customer has no agent key. In that case, the
   * customer's orders wait for {@code WaitReason.KEY}. The jobs call this method before each
   * attempt and each read, so return an existing client.
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
   * @param agentKeys returns the current key of a customer, or null; called for each call of the
   *     jobs
   */
  static CustomerClients withAgentKeys(
      FreightClient client, SpendGuard guard, Function<String, @Nullable String> agentKeys) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(guard, "guard");
    Objects.requireNonNull(agentKeys, "agentKeys");
    record Keyed(String agentKey, FreightClient client) {}
    Map<String, Keyed> clients = new ConcurrentHashMap<>();
    return customerId -> {
      String key = agentKeys.apply(customerId);
      if (key == null) return null;
      return clients
          .compute(
              customerId,
              (id, existing) ->
                  existing != null && existing.agentKey().equals(key)
                      ? existing
                      : new Keyed(key, client.withAgentKey(key, guard, id)))
          .client();
    };
  }
}
