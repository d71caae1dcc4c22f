package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The deadlines of callers that share a read. */
class SharedReadDeadlinesTest extends SharedReadsFixture {

  /** A silent service charges callers with the same deadline once, not one after the other. */
  @ParameterizedTest
  @EnumSource
  void callersWithEqualDeadlinesShareALostRead(CallStyle style) {
    FreightClient client = pricedClient();
    List<CompletableFuture<FreightResponse<LoadPosition>>> reads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      reads.add(startRead(style, client, shared().deadline(HURRY)));
      world.advance(Duration.ofMillis(100));
    }
    world.advance(HURRY);

    assertThat(failureOf(reads.get(0)).charge()).isEqualTo(Charge.UNKNOWN);
    for (var waited : reads.subList(1, 5)) {
      assertThat(failureOf(waited)).isInstanceOf(FreightTimeoutException.class);
      assertThat(failureOf(waited).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aJoiningCallerWaitsUntilItsDeadlineFreeOfCharge(CallStyle style) {
    FreightClient client = pricedClient();
    var patient = startRead(style, client, shared());
    var hurried = startRead(style, client, shared().deadline(HURRY));
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(hurried)).hasMessageContaining("within 2 s");
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(hurried).attempts()).isZero();
    assertThat(failureOf(hurried).callId()).isNotEqualTo("-");
    assertThat(failureOf(hurried).nextStep()).isEqualTo(NextStep.RETRY_LATER);
    respond();
    assertThat(chargeOf(patient)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void joiningALongerReadKeepsTheClientsDeadline(CallStyle style) {
    FreightClient client = service.client(pricedBuilder().callTimeout(MINUTE));
    Duration longer = Duration.ofMinutes(5);
    var patient = startRead(style, client, shared().deadline(longer).attemptTimeout(longer));
    var joined = startRead(style, client, shared());
    Instant[] ended = endTime(joined);
    world.advance(MINUTE.multipliedBy(2));

    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
    assertThat(failureOf(joined).charge()).isEqualTo(Charge.NONE);
    respond();
    assertThat(chargeOf(patient)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineBeforeSendingCostsNothingAndTheNextCallerPays(CallStyle style) {
    FreightClient client = service.client(pricedBuilder().maxConcurrentRequests(1));
    startSharedRead(client, "LD-2026-0009");
    var hurried = startRead(style, client, shared().deadline(HURRY));
    var patient = startRead(style, client, shared());
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(hurried).nextStep()).isEqualTo(NextStep.RETRY_LATER);
    service.enqueue(position("LD-2026-0009"), position(SampleLoads.NUMBER));
    assertThat(chargeOf(patient)).isEqualTo(PRICE);
  }
}
