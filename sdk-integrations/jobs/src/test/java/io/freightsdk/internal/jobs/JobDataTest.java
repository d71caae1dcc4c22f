package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.reads.PositionReading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class JobDataTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00.000001Z");
  private final JobData json = new JobData();

  @Test
  void anOrderIsReadAsItWasWritten() {
    Order order = Order.of("PÖ-1", null, OrderTest.input());
    assertThat(again(order)).isEqualTo(order);
    OrderLoad created =
        new OrderLoad(
            "PÖ-1",
            "acme",
            "LD-1",
            "https://track/1",
            "https://drive/1",
            DriverResolution.UNRESOLVED_TRUCK,
            OrderLoad.Kind.CREATED,
            false);
    OrderLoad found =
        new OrderLoad(
            "PÖ-1", "acme", "LD-1", "https://track/1", null, null, OrderLoad.Kind.FOUND, true);
    for (OrderLoad load : List.of(created, found)) {
      Order booked = new Order("PÖ-1", "acme", order.input(), "key", true, 3, load, null);
      assertThat(again(booked)).isEqualTo(booked);
    }
    List<FieldProblem> problems =
        List.of(new FieldProblem("driverPhone", "missing"), new FieldProblem("zip", null));
    Order.StopCause stop = new Order.StopCause("no", problems);
    Order stopped = new Order("PÖ-1", "acme", order.input(), "key", true, 5, null, stop);
    assertThat(again(stopped)).isEqualTo(stopped);
    assertThat(again(stopped.toStopped())).isEqualTo(stopped.toStopped());
  }

  @Test
  void aLoadIsReadAsItWasWritten() {
    FollowedLoad fresh = FollowedLoad.of("LD-1", "PO-1", null, NOW);
    assertThat(again(fresh)).isEqualTo(fresh);
    PositionReading reported = reading(LoadStatus.PLANNED);
    PositionReading pending = reading(LoadStatus.DELIVERED);
    FollowedLoad full =
        new FollowedLoad(
            "LD-1",
            "PO-1",
            "acme",
            reported,
            pending,
            null,
            NOW,
            NOW.plusSeconds(1),
            new ReadQueue.Place(NOW.plusSeconds(2), 0.25),
            new LostReads(3),
            "why");
    assertThat(again(full)).isEqualTo(full);
  }

  /** Events and the next read need no track: 500 fixes with all that a phone tells of them. */
  @Test
  void ofAReadingAbove64KilobytesAFewAreKept() {
    LoadPosition.Builder large =
        LoadPosition.builder().loadNumber("LD-1").status(LoadStatus.PLANNED);
    for (int fix = 0; fix < 500; fix++) {
      large.addGpsTrack(
          GpsPoint.builder()
              .lat(36.123456789012 + fix)
              .lng(-84.123456789012)
              .ts(NOW.plusSeconds(fix))
              .speed(62.123456789012)
              .heading(359.123456789012)
              .build());
    }
    PositionReading reading = new PositionReading(large.build(), NOW);
    String text = FreightJson.adapter(LoadPosition.class).toJson(reading.position());
    assertThat(text).hasSizeGreaterThan(65_536);
    FollowedLoad read = FollowedLoad.of("LD-1", "PO-1", "acme", NOW).afterReading(reading, 1);
    assertThat(json.serialize(read)).hasSizeLessThan(1_024);
    assertThat(json.serialize(read.afterReporting().afterReading(reading, 1)))
        .hasSizeLessThan(2_048);
  }

  /** Of this version, as it must be read for ever. */
  @Test
  void theTextOfTheFirstVersionIsRead() {
    String input =
        """
        {"driverPhone":"+13125550142","pickups":[],"deliveries":[],"customerRef":"PO-1"}""";
    Order order =
        json.deserialize(
            Order.class,
            bytes(
                String.format(
                    Locale.ROOT,
                    """
                {"version":1,"reference":"PO-1","customer":"acme","key":"k","mayHaveLoad":false,
                 "gatewayRefusals":0,"stopped":null,"input":%s}""",
                    input)));
    assertThat(order.reference()).isEqualTo("PO-1");
    assertThat(order.load()).isNull();
    FollowedLoad load =
        json.deserialize(
            FollowedLoad.class,
            bytes(
                """
                {"version":1,"loadNumber":"LD-1","reference":"PO-1","customer":null,
                 "next":"2026-03-02T08:00:00Z","followedFrom":"2026-03-01T08:00:00Z",
                 "quietFrom":"2026-03-02T08:00:00Z","givenUp":null,
                 "reported":{"readAt":"2026-03-02T07:00:00Z",
                             "position":{"loadNumber":"LD-1","status":"PLANNED"}}}"""));
    assertThat(load.reported().position().status()).isEqualTo(LoadStatus.PLANNED);
  }

  @Test
  void aMemberThatIsNotKnownIsIgnored() {
    String text =
        new String(json.serialize(FollowedLoad.of("L", "PO-1", null, NOW)), StandardCharsets.UTF_8);
    String later = text.replace("\"loadNumber\"", "\"new\":{\"a\":[1]},\"loadNumber\"");
    assertThat(json.deserialize(FollowedLoad.class, bytes(later)).loadNumber()).isEqualTo("L");
  }

  @Test
  void aLaterVersionIsNotRead() {
    String text =
        new String(json.serialize(FollowedLoad.of("L", "PO-1", null, NOW)), StandardCharsets.UTF_8);
    String later = text.replace("\"version\":1", "\"version\":2");
    assertThatThrownBy(() -> json.deserialize(FollowedLoad.class, bytes(later)))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("version 2");
  }

  private Object again(Object data) {
    return json.deserialize(data.getClass(), json.serialize(data));
  }

  private static PositionReading reading(LoadStatus status) {
    return new PositionReading(
        LoadPosition.builder().loadNumber("LD-1").status(status).build(), NOW);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
