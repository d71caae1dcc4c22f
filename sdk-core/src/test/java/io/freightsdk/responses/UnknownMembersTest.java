package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Members of a newer service: unknown members of responses are ignored, and inputs can send them.
 */
class UnknownMembersTest {
  private static final JsonAdapter<Object> JSON =
      new Moshi.Builder().build().adapter(Object.class).serializeNulls();
  private static final int MUTATIONS = 200;

  @AutoClose private final ScriptedService service = new ScriptedService();
  private final TestGuard guard = TestGuard.of("1000");
  private FreightClient client;

  @BeforeEach
  void start() {
    service.alwaysRespond(Operation.GET_PRICING, ServiceResponses.success(Operation.GET_PRICING));
    client = service.client(service.builderWithPrices().spendGuard(guard));
  }

  @Test
  void unknownMembersDoNotChangeResultsOrCharges() throws IOException {
    Random random = new Random(20261122);
    BigDecimal paid = BigDecimal.ZERO;
    for (int i = 0; i < MUTATIONS; i++) {
      CallStyle style = CallStyle.values()[i % 2];
      boolean creates = i % 3 == 0;
      Operation operation = creates ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION;
      String number = creates ? "LD-2026-" + (10_000 + i) : SampleLoads.NUMBER;
      String enumValue = random.nextInt(4) == 0 ? "NEW_" + i : null;
      String text = mutatedResponse(operation, number, enumValue, random);
      service.enqueue(ServiceResponses.json(creates ? 201 : 200, text));

      FreightResponse<?> response = responseOf(style, creates);
      paid = paid.add(new BigDecimal(creates ? "0.65" : "0.02"));

      assertThat(response.body()).isEqualTo(text);
      assertThat(response.charge().kind()).isEqualTo(Charge.Kind.CHARGED);
      if (response.value() instanceof CreateLoadOutcome load) {
        assertThat(load.loadNumber()).isEqualTo(number);
      } else if (response.value() instanceof LoadPosition position) {
        assertThat(position.loadNumber()).isEqualTo(number);
        String status = enumValue == null ? "IN_TRANSIT" : enumValue;
        assertThat(position.status().value()).isEqualTo(status);
        assertThat(position.stops()).hasSize(1);
        assertThat(position.gpsTrack()).hasSize(1);
      }
    }
    assertThat(guard.chargedUsd()).isEqualByComparingTo(paid);
    assertThat(guard.unknownUsd()).isZero();
  }

  private FreightResponse<?> responseOf(CallStyle style, boolean creates) {
    return creates
        ? style.createLoadResponse(client, SampleLoads.twoStops(), CallOptions.DEFAULT)
        : style.positionResponse(client, SampleLoads.NUMBER, CallOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void inputsSendAdditionalMembers(CallStyle style) throws Exception {
    service.enqueue(ServiceResponses.createdLoad("LD-2026-0001"));
    CreateLoadInput newer =
        SampleLoads.twoStops().toBuilder()
            .put("hazmatClass", "3")
            .put("reefer", Map.of("setPointF", 34))
            .build();

    style.createLoad(client, newer);

    Map<?, ?> sent = (Map<?, ?>) JSON.fromJson(lastBody());
    assertThat(sent.get("hazmatClass")).isEqualTo("3");
    assertThat(sent.get("reefer")).isEqualTo(Map.of("setPointF", 34.0));
    assertThat(newer.toString()).contains("hazmatClass").doesNotContain("setPointF");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleLoads.twoStops().toBuilder().put("rate", 5))
        .withMessageContaining("'rate'");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SampleLoads.twoStops().toBuilder()
                    .additionalProperties(Map.of("miles", 1))
                    .build());
  }

  private String lastBody() {
    String last = "";
    for (int i = service.requestCount(); i > 0; i--) {
      RecordedRequest request = service.takeRequest();
      if ("POST".equals(request.getMethod())) last = request.getBody().utf8();
    }
    return last;
  }

  // --- responses of a newer service ---

  private static String mutatedResponse(
      Operation operation, String number, String enumValue, Random random) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    if (operation == Operation.CREATE_LOAD) {
      Buffer body = new Buffer();
      ServiceResponses.createdLoad(number).build().getBody().writeTo(body);
      ((Map<?, ?>) JSON.fromJson(body)).forEach((name, value) -> members.put("" + name, value));
      if (enumValue != null) members.put("driverResolution", enumValue);
    } else {
      members.put("loadNumber", number);
      members.put("status", enumValue == null ? "IN_TRANSIT" : enumValue);
      members.put("createdAt", "2026-11-20T10:00:00Z");
      members.put("stops", List.of(stop(enumValue)));
      members.put(
          "gpsTrack", List.of(Map.of("lat", 39.1, "lng", -84.5, "ts", "2026-11-20T11:00:00Z")));
      members.put("eta", Map.of("remainingMiles", 12.5));
      members.put("pingCount", 4.0);
    }
    return JSON.toJson(withUnknownMembers(members, random));
  }

  private static Map<String, Object> stop(String enumValue) {
    Map<String, Object> stop = new LinkedHashMap<>();
    stop.put("sequence", 1.0);
    stop.put("type", enumValue == null ? "PICKUP" : enumValue);
    stop.put("name", "Dock 4");
    stop.put("city", "Cincinnati");
    stop.put("state", "OH");
    return stop;
  }

  /** Returns the value with unknown members at any depth and place. */
  private static Object withUnknownMembers(Object value, Random random) {
    if (value instanceof List<?> items) {
      List<Object> grown = new ArrayList<>();
      items.forEach(item -> grown.add(withUnknownMembers(item, random)));
      return grown;
    }
    if (!(value instanceof Map<?, ?> members)) return value;
    Map<String, Object> grown = new LinkedHashMap<>();
    members.forEach(
        (name, member) -> {
          if (random.nextInt(3) == 0)
            grown.put("x" + random.nextInt(1_000_000), randomValue(random, 0));
          grown.put("" + name, withUnknownMembers(member, random));
        });
    grown.put("y" + random.nextInt(1_000_000), randomValue(random, 0));
    return grown;
  }

  private static Object randomValue(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 5 : 7)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong() / 1e3;
      case 3 -> "text \u00e9 \"quoted\" " + random.nextInt();
      case 4 -> new BigDecimal(random.nextInt()).doubleValue();
      case 5 -> List.of(List.of(), Map.of("loadNumber", "LD-1"));
      default -> {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("status", "ANY");
        object.put("z", randomValue(random, depth + 1));
        yield object;
      }
    };
  }
}
