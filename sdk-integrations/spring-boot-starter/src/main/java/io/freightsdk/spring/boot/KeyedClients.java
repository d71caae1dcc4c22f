package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.environment.TimeSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The clients of {@link CustomerClients#withAgentKeys}. */
final class KeyedClients implements CustomerClients {
  private record Keyed(String agentKey, FreightClient client) {}

  private final FreightClient client;
  private final SpendGuard guard;
  private final CustomerCache<String> keys;
  private final Map<String, Keyed> clients = new ConcurrentHashMap<>();

  KeyedClients(
      FreightClient client,
      SpendGuard guard,
      Function<String, @Nullable String> agentKeys,
      TimeSource time) {
    this.client = Objects.requireNonNull(client, "client");
    this.guard = Objects.requireNonNull(guard, "guard");
    this.keys =
        new CustomerCache<>(
            "agent keys of customers", Objects.requireNonNull(agentKeys, "agentKeys"), time);
  }

  @Override
  public @Nullable FreightClient client(String customerId) {
    String key = keys.of(customerId);
    if (key == null) return null;
    return clients
        .compute(
            customerId,
            (id, existing) ->
                existing != null && existing.agentKey().equals(key)
                    ? existing
                    : new Keyed(key, client.withAgentKey(key, guard, id)))
        .client();
  }
}
