package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.World;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What callers of one load are told of a read that they may share. */
@ExpectedWarnings("WARNING io.freightsdk.internal.reads.CacheSource: the position cache")
class SharedReadsTruthTest {
  @AutoClose private final ScriptedService service = new ScriptedService();

  @ParameterizedTest
  @EnumSource
  void aReadThatWasSentBeforeItsDeadlineMayHaveBeenCharged(CallStyle style) {
    FreightClient client = service.client();
    CallOptions hurried = shared().deadline(Duration.ofMillis(150)).build();
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, Loads.NUMBER, hurried));

    assertThat(service.requestCount()).isOne();
    assertThat(service.world().now()).isEqualTo(World.START.plusMillis(150));
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.retryable()).isFalse();
    assertThat(failure).hasMessageContaining("150 ms").hasMessageContaining("was sent");
  }

  @Test
  void oneMalformedAnswerIsChargedToOneOfFiftyCallers() {
    FreightClient client = service.client();
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      reads.add(client.async().getLoadPosition(Loads.NUMBER, shared().build()));
    }
    service.answers(Answers.json(200, "{\"loadNumber\":\"LD-2026-0001\"}"));

    List<FreightException> failures = reads.stream().map(SharedReadsTruthTest::failureOf).toList();
    assertThat(failures).hasSize(50).hasOnlyElementsOfType(FreightDecodingException.class);
    assertThat(failures).filteredOn(f -> !f.charge().equals(Charge.NONE)).hasSize(1);
    assertThat(failures).filteredOn(f -> f.attempts() == 1).hasSize(1);
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aCacheThatThrowsAnErrorCostsSharingNotTheRead(CallStyle style) {
    MapCache cache = new MapCache(service.world().clock());
    cache.broken = new NoClassDefFoundError("a class of the provider");
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    FreightClient client = service.client(service.builder().positionCache(cache));

    assertThat(style.getLoadPosition(client, Loads.NUMBER, shared().build()).loadNumber())
        .isEqualTo(Loads.NUMBER);
  }

  private static CallOptionsBuilder shared() {
    return CallOptions.builder().maxAge(Duration.ofMinutes(5));
  }

  private static FreightException failureOf(CompletableFuture<LoadPosition> read) {
    return catchThrowableOfType(FreightException.class, () -> CallStyle.join(read));
  }
}
