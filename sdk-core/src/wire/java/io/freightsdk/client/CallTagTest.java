package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallTag;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What interceptors learn of the call that a request is of. */
class CallTagTest {
  private final ThreadLocal<@Nullable String> caller = new ThreadLocal<>();
  private final List<CallTag> tags = new CopyOnWriteArrayList<>();

  @Test
  void everyAttemptCarriesItsNumberAndTheContextOfTheThreadThatCalled() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .listener(new Caller())
              .listener(
                  event -> {
                    throw new IllegalStateException("a listener without a context");
                  })
              .interceptor(
                  chain -> {
                    CallTag tag = chain.request().tag(CallTag.class);
                    if (tag != null) tags.add(tag);
                    return chain.proceed(chain.request().newBuilder().build());
                  })
              .build()) {
        server.faults().next(Operation.GET_BALANCE, Fault.status(503));
        caller.set("blocking");
        client.getBalance();
        caller.set("future");
        client.async().getPricing().join();
        caller.remove();
        client.getBalance();
      }
    }
    assertThat(tags)
        .containsExactly(
            new CallTag(Operation.GET_BALANCE, 1, List.of("blocking")),
            new CallTag(Operation.GET_BALANCE, 2, List.of("blocking")),
            new CallTag(Operation.GET_PRICING, 1, List.of("future")),
            new CallTag(Operation.GET_BALANCE, 1, List.of()));
    assertThat(tags.get(0).context(String.class)).isEqualTo("blocking");
    assertThat(tags.get(0).context(Integer.class)).isNull();
  }

  private final class Caller implements RequestListener {
    @Override
    public void on(RequestEvent event) {}

    @Override
    public @Nullable Object callContext() {
      return caller.get();
    }
  }
}
