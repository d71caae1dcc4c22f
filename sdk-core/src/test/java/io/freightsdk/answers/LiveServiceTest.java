package io.freightsdk.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.StatusDoorClosedException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What this client relies on, checked against a service: the one in memory, or the deployment that
 * {@code FREIGHT_BASE_URL} and {@code FREIGHT_AGENT_KEY} name. There only free operations are
 * called unless {@code FREIGHT_ALLOW_SPEND} is {@code usd}.
 */
class LiveServiceTest {
  private static final String NO_SUCH_LOAD = "LD-1970-0000";

  private final String deployment = System.getenv("FREIGHT_BASE_URL");
  private World world;
  private InMemoryFreightServer server;
  private String baseUrl;
  private FreightClient client;

  @BeforeEach
  void start() {
    boolean elsewhere = deployment != null && System.getenv("FREIGHT_AGENT_KEY") != null;
    if (elsewhere) {
      baseUrl = deployment;
      client = FreightClient.builder().build();
    } else {
      world = new World();
      server = WorldServer.in(world);
      baseUrl = "the server in memory";
      client = builder(server.createBroker("25.00").agentKey()).build();
    }
  }

  @AfterEach
  void stop() {
    client.close();
    if (server != null) server.close();
    if (world != null) world.close();
  }

  private FreightClientBuilder builder(String agentKey) {
    FreightClientBuilder builder =
        world == null ? FreightClient.builder().baseUrl(baseUrl) : world.builder();
    return builder.agentKey(agentKey);
  }

  private void requireSpending() {
    boolean allowed = server != null || "usd".equals(System.getenv("FREIGHT_ALLOW_SPEND"));
    assumeTrue(allowed, "set FREIGHT_ALLOW_SPEND=usd to let this test spend money at " + baseUrl);
  }

  private BigDecimal balance(CallStyle style) {
    return style.getBalance(client).balanceUsd();
  }

  private BigDecimal price(CallStyle style, String key) {
    return style.getPricing(client, CallOptions.DEFAULT).prices().get(key);
  }

  @ParameterizedTest
  @EnumSource
  void pricesAreListedInUsd(CallStyle style) {
    Pricing pricing = style.getPricing(client, CallOptions.DEFAULT);
    assertThat(pricing.currency()).isEqualTo("USD");
    assertThat(pricing.prices())
        .containsKeys("load_create", "position_read", "status_update", "delivery_confirm");
    assertThat(pricing.prices().get("delivery_confirm")).isEqualByComparingTo("0");
  }

  @ParameterizedTest
  @EnumSource
  void balanceIsInUsd(CallStyle style) {
    assertThat(style.getBalance(client).currency()).isEqualTo("USD");
  }

  @ParameterizedTest
  @EnumSource
  void freeOperationsAreRefusedAsDescribed(CallStyle style) {
    assertThatExceptionOfType(LoadNotFoundException.class)
        .isThrownBy(() -> style.confirmDelivery(client, NO_SUCH_LOAD, CallOptions.DEFAULT));
    assertThatExceptionOfType(StatusDoorClosedException.class)
        .isThrownBy(
            () ->
                style.updateLoadStatus(
                    client, NO_SUCH_LOAD, LoadStatus.DELIVERED, CallOptions.DEFAULT));
  }

  /** A deployment that breaks this rule would take the money: it has to be allowed to. */
  @ParameterizedTest
  @EnumSource
  void refusalsOfPaidOperationsAreFree(CallStyle style) {
    requireSpending();
    BigDecimal before = balance(style);
    CreateLoadInput incomplete =
        SampleLoads.twoStops().toBuilder()
            .deliveries(
                List.of(SampleLoads.twoStops().deliveries().get(0).toBuilder().zip("").build()))
            .build();
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> style.createLoad(client, incomplete))
        .satisfies(refusal -> assertThat(refusal.fields()).contains("deliveries.0.zip"));
    assertThatExceptionOfType(LoadNotFoundException.class)
        .isThrownBy(() -> style.getLoadPosition(client, NO_SUCH_LOAD));
    assertThat(balance(style)).isEqualByComparingTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void unknownKeyIsRefused(CallStyle style) {
    try (FreightClient stranger = builder("agent-key-of-nobody").build()) {
      assertThatExceptionOfType(AuthenticationException.class)
          .isThrownBy(() -> style.getBalance(stranger));
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneKeyIsOneLoadAndOneDebit(CallStyle style) {
    requireSpending();
    BigDecimal before = balance(style);
    CallOptions options =
        CallOptions.builder().idempotencyKey(UUID.randomUUID().toString()).build();
    CreateLoadOutcome first = style.createLoad(client, SampleLoads.twoStops(), options);
    CreateLoadOutcome again = style.createLoad(client, SampleLoads.twoStops(), options);
    assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(again.trackingLink()).isEqualTo(first.trackingLink());
    assertThat(balance(style)).isEqualByComparingTo(before.subtract(price(style, "load_create")));
  }

  @ParameterizedTest
  @EnumSource
  void knownReferenceIsTheSameLoadForFree(CallStyle style) {
    requireSpending();
    CreateLoadInput input =
        SampleLoads.twoStops().toBuilder().customerRef("contract-" + UUID.randomUUID()).build();
    CreateLoadOutcome first = style.createLoad(client, input);
    BigDecimal before = balance(style);
    CreateLoadOutcome again = style.createLoad(client, input);
    assertThat(again.deduplicated()).isTrue();
    assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(balance(style)).isEqualByComparingTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void readCostsItsPrice(CallStyle style) {
    requireSpending();
    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());
    BigDecimal before = balance(style);
    LoadPosition position = style.getLoadPosition(client, load.loadNumber());
    assertThat(position.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(position.stops()).hasSize(2);
    assertThat(balance(style)).isEqualByComparingTo(before.subtract(price(style, "position_read")));
  }
}
