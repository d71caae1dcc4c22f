package io.freightsdk.positions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.MapPositionCache;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A position has the time of its read. With {@code staleIfError}, an old one replaces an error. */
class StaleIfErrorTest {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();
  private static final CallOptions STALE_IF_ERROR =
      CallOptions.builder().staleIfError(Duration.ofHours(1)).build();
  private static final CallOptions PAGE =
      STALE_IF_ERROR.toBuilder().maxAge(Duration.ofMinutes(2)).build();

  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("1.00");

  @AfterEach
  void stop() {
    try (world) {
      server.close();
    }
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void everyPositionHasTheTimeOfItsRead(CallStyle style) {
    try (FreightClient client = builder("5.00").build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      assertThat(style.positionResponse(client, load, CallOptions.DEFAULT).readAt())
          .isEqualTo(World.START);
      style.positionResponse(client, load, SHARED);
      world.advance(Duration.ofSeconds(90));

      FreightResponse<LoadPosition> shared = style.positionResponse(client, load, SHARED);
      assertThat(shared.readAt()).isEqualTo(World.START);
      assertThat(shared.attempts()).isZero();
      assertThat(style.positionResponse(client, load, CallOptions.DEFAULT).readAt())
          .isEqualTo(world.now());
    }
  }

  /** So the position is never older than its {@code readAt}. */
  @ParameterizedTest
  @EnumSource
  void readAtIsTheStartOfTheRead(CallStyle style) {
    MapPositionCache cache = new MapPositionCache();
    try (FreightClient client = builder("5.00").positionCache(cache).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      world.network().latency(Duration.ofSeconds(20));

      Instant begun = world.now();
      assertThat(style.positionResponse(client, load, CallOptions.DEFAULT).readAt())
          .isEqualTo(begun);
      begun = world.now();
      assertThat(style.positionResponse(client, load, SHARED).readAt()).isEqualTo(begun);
      assertThat(cache.entries.values())
          .extracting(PositionSnapshot::readAt)
          .containsExactly(begun);
      assertThat(world.now()).isAfter(begun);
    }
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void theLastKnownPositionReplacesARefusal(CallStyle style) {
    // Enough for the load and one read.
    try (FreightClient client = builder("0.67").build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      assertThat(style.positionResponse(client, load, STALE_IF_ERROR).attempts()).isEqualTo(1);
      world.advance(Duration.ofMinutes(59));

      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, STALE_IF_ERROR);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(stale.charge()).isEqualTo(Charge.NONE);
      assertThat(stale.body()).isNull();
      assertThat(client.getLoadPosition(load, STALE_IF_ERROR).loadNumber()).isEqualTo(load);

      world.advance(Duration.ofMinutes(2));
      assertThatExceptionOfType(SpendLimitExceededException.class)
          .isThrownBy(() -> style.positionResponse(client, load, STALE_IF_ERROR));
    }
  }

  @Test
  void anEmptyBalanceReturnsTheLastPositionAndAWrongLoadFails() {
    Broker poor = server.createBroker("0.67");
    try (FreightClient client = builder("5.00").agentKey(poor.agentKey()).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, STALE_IF_ERROR);

      assertThat(client.getLoadPosition(load, STALE_IF_ERROR).loadNumber()).isEqualTo(load);
      assertThatExceptionOfType(InsufficientFundsException.class)
          .isThrownBy(() -> client.getLoadPosition(load));
      assertThatExceptionOfType(LoadNotFoundException.class)
          .isThrownBy(() -> client.getLoadPosition("LD-1970-0001", STALE_IF_ERROR));
    }
  }

  static Stream<Arguments> lostConnections() {
    List<IOException> reasons =
        List.of(
            new UnknownHostException("freight.test"),
            new IOException("Unexpected response code for CONNECT: 502"),
            new ConnectException("Connection refused"));
    return Stream.of(CallStyle.values())
        .flatMap(style -> reasons.stream().map(why -> Arguments.of(style, why)));
  }

  @ParameterizedTest
  @MethodSource("lostConnections")
  void theLastKnownPositionReplacesAFailedConnection(CallStyle style, IOException why) {
    MapPositionCache cache = new MapPositionCache();
    String load;
    try (FreightClient client = builder("5.00").positionCache(cache).build()) {
      load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      style.positionResponse(client, load, STALE_IF_ERROR);
      failConnections(why);

      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, STALE_IF_ERROR);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(stale.charge()).isEqualTo(Charge.NONE);
    }
    // It has a limit, and cannot read the price that it needs.
    try (FreightClient unpriced = builder("5.00").positionCache(cache).build()) {
      assertThat(style.positionResponse(unpriced, load, STALE_IF_ERROR).readAt())
          .isEqualTo(World.START);
    }
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void anUntrustedServerOrMissingTlsFailsTheCall(CallStyle style) {
    try (FreightClient client = builder("5.00").build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      style.positionResponse(client, load, STALE_IF_ERROR);
      IOException untrusted = new SSLHandshakeException("PKIX path building failed");
      untrusted.initCause(new CertificateException("nobody has signed it"));
      IOException plain = new SSLException("Unsupported or unrecognized SSL message");
      for (IOException why : List.of(untrusted, plain)) {
        failConnections(why);

        assertThatExceptionOfType(FreightConnectionException.class)
            .isThrownBy(() -> style.positionResponse(client, load, STALE_IF_ERROR));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLastKnownPositionHasTheChargeOfALostRead(CallStyle style) {
    RetryPolicy repeating = RetryPolicy.builder().maxAttempts(2).retryUnknownReads(true).build();
    TestGuard guard = TestGuard.of("5.00");
    try (FreightClient client = builder("5.00").spendGuard(guard).retryPolicy(repeating).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, STALE_IF_ERROR);
      server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());

      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, STALE_IF_ERROR);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(stale.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(stale.attempts()).isEqualTo(2);
      assertThat(guard.usedUsd()).as("both attempts count").isEqualByComparingTo("0.71");
    }
  }

  /** An outage; whether its reads may be charged, and whether the service charges them. */
  private record Outage(Fault fault, Charge charge, boolean isCharged) {
    @Override
    public String toString() {
      return fault.toString();
    }
  }

  static Stream<Arguments> outages() {
    List<Outage> outages =
        List.of(
            new Outage(Fault.billingUnavailable(), Charge.NONE, false),
            new Outage(Fault.status(429), Charge.NONE, false),
            new Outage(Fault.status(500), Charge.UNKNOWN, false),
            new Outage(ServiceResponses.page(Fault.status(502)), Charge.UNKNOWN, false),
            new Outage(Fault.delayAfterCommit(Duration.ofMinutes(1)), Charge.UNKNOWN, true),
            new Outage(Fault.closeAfterCommit(), Charge.UNKNOWN, true));
    return Stream.of(CallStyle.values())
        .flatMap(style -> outages.stream().map(outage -> Arguments.of(style, outage)));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void anOutageCostsOneReadInEachMaxAge(CallStyle style, Outage outage) {
    TestGuard guard = TestGuard.of("5.00");
    try (FreightClient client = builder("5.00").spendGuard(guard).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, PAGE);
      world.advance(Duration.ofMinutes(2));
      server.faults().always(Operation.GET_LOAD_POSITION, outage.fault());

      List<Charge> charges = new ArrayList<>();
      for (int views = 0; views < 30; views++) {
        FreightResponse<LoadPosition> shown = style.positionResponse(client, load, PAGE);
        assertThat(shown.readAt()).isEqualTo(World.START);
        if (shown.attempts() > 0) charges.add(shown.charge());
        world.advance(Duration.ofSeconds(10));
      }
      assertThat(charges).as("reads in 5 minutes").hasSize(3).containsOnly(outage.charge());
      assertThat(guard.purchases()).as("a load, its first read and 3 others").hasSize(5);
      assertThat(broker.debitsFor(load)).hasSize(outage.isCharged() ? 5 : 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theNextReadAfterAnOutageReturnsANewPosition(CallStyle style) {
    try (FreightClient client = builder("5.00").build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, PAGE);
      world.advance(Duration.ofMinutes(2));
      server.faults().next(Operation.GET_LOAD_POSITION, Fault.status(500));
      assertThat(style.positionResponse(client, load, PAGE).readAt()).isEqualTo(World.START);

      world.advance(Duration.ofSeconds(119));
      assertThat(style.positionResponse(client, load, PAGE).readAt()).isEqualTo(World.START);
      world.advance(Duration.ofSeconds(1));
      assertThat(style.positionResponse(client, load, PAGE).readAt()).isEqualTo(world.now());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOutageFailsTheCallIfEveryPositionIsTooOld(CallStyle style) {
    try (FreightClient client = builder("5.00").retryPolicy(RetryPolicy.none()).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, PAGE);
      world.advance(Duration.ofHours(1));
      server.faults().always(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());

      for (int views = 0; views < 2; views++) {
        assertThatExceptionOfType(BillingUnavailableException.class)
            .isThrownBy(() -> style.positionResponse(client, load, PAGE))
            .matches(failed -> failed.attempts() == 1, "sent, not replayed");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLastKnownPositionReplacesAPassedDeadline(CallStyle style) {
    try (FreightClient client = builder("5.00").build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, STALE_IF_ERROR);
      Fault silence = Fault.delayAfterCommit(Duration.ofMinutes(1));
      server.faults().always(Operation.GET_LOAD_POSITION, silence);
      CallOptions hurried = STALE_IF_ERROR.toBuilder().deadline(Duration.ofSeconds(2)).build();

      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, hurried);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(stale.elapsed()).isEqualTo(Duration.ofSeconds(2));
      assertThat(stale.charge()).isEqualTo(Charge.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLastKnownPositionReplacesAnUnavailableLedger(CallStyle style) {
    TestGuard ledger = TestGuard.of("5.00");
    try (FreightClient client = builder("5.00").spendGuard(ledger).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, STALE_IF_ERROR);
      ledger.failWith(new IllegalStateException("the database does not respond"));

      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, STALE_IF_ERROR);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(stale.charge()).isEqualTo(Charge.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLastKnownPositionReplacesALedgerFaultAfterALostRead(CallStyle style) {
    RetryPolicy repeating = RetryPolicy.builder().retryUnknownReads(true).build();
    TestGuard ledger = TestGuard.of("5.00");
    try (FreightClient client = builder("5.00").spendGuard(ledger).retryPolicy(repeating).build()) {
      String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
      client.getLoadPosition(load, PAGE);
      world.advance(Duration.ofMinutes(2));
      server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
      RuntimeException unavailable = new IllegalStateException("the database does not respond");
      ledger.onCompleted(lost -> ledger.failWith(unavailable));

      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, PAGE);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(stale.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(stale.attempts()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClosedClientReturnsNoStalePosition(CallStyle style) {
    FreightClient client = builder("5.00").build();
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    client.getLoadPosition(load, STALE_IF_ERROR);
    client.close();

    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> style.positionResponse(client, load, STALE_IF_ERROR));
  }

  private void failConnections(IOException why) {
    world.network().refuseConnections("freight.test", why);
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void aPositionReadByAnotherProcessIsReturned(CallStyle style) {
    MapPositionCache cache = new MapPositionCache();
    String load;
    try (FreightClient other = builder("5.00").positionCache(cache).build()) {
      load = other.createLoad(SampleLoads.twoStops()).loadNumber();
      other.getLoadPosition(load, SHARED);
    }
    TestGuard guard = TestGuard.of("0.01");
    try (FreightClient client = builder("0.01").spendGuard(guard).positionCache(cache).build()) {
      FreightResponse<LoadPosition> stale = style.positionResponse(client, load, STALE_IF_ERROR);
      assertThat(stale.readAt()).isEqualTo(World.START);
      assertThat(guard.usedUsd()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void positionsAreNotSharedBetweenAccounts(CallStyle style) {
    MapPositionCache cache = new MapPositionCache();
    String load;
    try (FreightClient other = builder("5.00").positionCache(cache).build()) {
      load = other.createLoad(SampleLoads.twoStops()).loadNumber();
      other.getLoadPosition(load, SHARED);
    }
    String stranger = server.createBroker("1.00").agentKey();
    try (FreightClient client = builder("5.00").agentKey(stranger).positionCache(cache).build()) {
      assertThatExceptionOfType(FreightApiException.class)
          .isThrownBy(() -> style.positionResponse(client, load, SHARED));
    }
  }

  private FreightClient.Builder builder(String totalUsd) {
    return world.builder().agentKey(broker.agentKey()).spendGuard(TestGuard.of(totalUsd));
  }
}
