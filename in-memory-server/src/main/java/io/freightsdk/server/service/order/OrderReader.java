package io.freightsdk.server.service.order;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.service.refusal.RefusedException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a load creation. Reports all missing and invalid fields together, in the order
 * of the description. Unknown fields are ignored, including a broker in the body.
 */
public final class OrderReader {
  /** Maximum number of stops, pickups and deliveries together. */
  private static final int MAX_STOPS = 50;

  private final StopReader stopReader;

  /**
   * Creates a reader for orders whose windows last {@code stopWindowLength}; zero for windows
   * without an end.
   */
  public OrderReader(Duration stopWindowLength) {
    this.stopReader = new StopReader(stopWindowLength);
  }

  /**
   * The order in {@code body}.
   *
   * @throws RefusedException with the invalid fields, or for an invalid phone number
   */
  public LoadOrder read(Map<?, ?> body) {
    List<String> invalid = new ArrayList<>();
    FieldReader fields = new FieldReader(body, "", invalid);
    String phone = fields.requiredText("driverPhone", text -> !text.isEmpty());
    List<PlannedStop> stops = new ArrayList<>();
    read("pickups", StopType.PICKUP, fields, stops, invalid);
    read("deliveries", StopType.DELIVERY, fields, stops, invalid);
    String shipperName = fields.text("shipperName");
    String carrierName = fields.text("carrierName");
    String equipmentType = fields.text("equipmentType");
    String customerRef = fields.text("customerRef");
    Double rate = fields.nonNegativeNumber("rate");
    Double miles = fields.nonNegativeNumber("miles");
    Double weight = fields.nonNegativeNumber("weight");
    String truckNumber = fields.text("truckNumber");
    if (!invalid.isEmpty()) throw RefusedException.invalidFields(invalid);

    String e164 = PhoneNumber.toE164(phone);
    if (e164 == null) throw RefusedException.invalidDriverPhone();
    BigDecimal usd = rate == null ? null : BigDecimal.valueOf(rate);
    return new LoadOrder(
        e164,
        stops,
        customerRef,
        new Freight(shipperName, carrierName, truckNumber, equipmentType, weight, usd, miles));
  }

  /** Describes how the stops without coordinates were located; null if all have coordinates. */
  public static @Nullable String describeGeocoding(LoadOrder order) {
    if (order.stops().stream().allMatch(PlannedStop::isExact)) return null;
    List<String> guesses = new ArrayList<>();
    for (PlannedStop stop : order.stops()) {
      if (stop.isExact()) continue;
      Fence fence = stop.fence();
      guesses.add(
          fence == null
              ? "stop " + stop.sequence() + " could not be located"
              : String.format(
                  Locale.ROOT,
                  "stop %d was located by %s, with a fence of %,.0f m",
                  stop.sequence(),
                  stop.locatedBy(),
                  fence.radiusMeters()));
    }
    return String.join("; ", guesses) + "; pass lat and lng for the exact place";
  }

  private void read(
      String name,
      StopType type,
      FieldReader fields,
      List<PlannedStop> stops,
      List<String> invalid) {
    List<?> given = fields.member(name) instanceof List<?> list ? list : List.of();
    if (given.isEmpty() || given.size() > MAX_STOPS - stops.size()) {
      fields.addInvalid(name);
      return;
    }
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i) instanceof Map<?, ?> stop) {
        FieldReader inner = new FieldReader(stop, name + "." + i + ".", invalid);
        stops.add(stopReader.read(inner, stops.size() + 1, type));
      } else {
        invalid.add(name + "." + i);
      }
    }
  }

  /**
   * A valid order ({@code CreateLoadInput}). {@code toString} shows only the number of stops.
   *
   * @param driverPhone in E.164
   * @param stops pickups first
   * @param customerRef trimmed; null if absent or empty
   */
  public record LoadOrder(
      String driverPhone, List<PlannedStop> stops, @Nullable String customerRef, Freight freight) {
    public LoadOrder {
      stops = List.copyOf(stops);
    }

    @Override
    public String toString() {
      return "LoadOrder[" + stops.size() + " stops]";
    }
  }

  /**
   * The freight of an order and its companies. Each member is null if the order has none.
   *
   * @param weight in pounds
   * @param rate in USD
   */
  public record Freight(
      @Nullable String shipperName,
      @Nullable String carrierName,
      @Nullable String truckNumber,
      @Nullable String equipmentType,
      @Nullable Double weight,
      @Nullable BigDecimal rate,
      @Nullable Double miles) {}
}
