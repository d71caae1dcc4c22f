package io.freightsdk.internal.error;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.internal.json.LenientObject;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.Require;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Explains what is wrong with the fields of a request that the service refused. The service names
 * them without a reason, but the API description states the form of most ({@code CreateLoadInput},
 * {@code StopInput}).
 */
final class FieldProblems {
  private static final Pattern STOP_FIELD =
      Pattern.compile("(pickups|deliveries)\\.(\\d{1,4})\\.(\\w+)");

  private static final String PHONE = "driverPhone";
  private static final String BOL_RECEIVED_AT = "bol_received_at";
  private static final String MISSING = "missing";
  private static final int MAX_STOPS = 50;
  private static final int MAX_AMOUNT = 1_000_000_000;
  private static final int MAX_SHOWN_CHARS = 40;

  private FieldProblems() {}

  /**
   * The fields to fix: the fields that the response names, or the only field that its code or its
   * operation can mean.
   *
   * @param request the refused body; null when there was none
   */
  static List<String> refusedFields(
      ErrorBody response, Operation operation, byte @Nullable [] request) {
    if (!response.fields().isEmpty()) return response.fields();
    if ("INVALID_DRIVER_PHONE".equals(response.code())) return List.of(PHONE);
    boolean refusesBolTime =
        operation == Operation.CONFIRM_DELIVERY && bolReceivedAt(request) != null;
    return refusesBolTime ? List.of(BOL_RECEIVED_AT) : List.of();
  }

  /**
   * Each field with its problem, if that is known.
   *
   * @param body of the refused request; null when it had none
   */
  static List<FieldProblem> problems(List<String> fields, byte @Nullable [] body) {
    CreateLoadInput order = body == null ? null : order(body);
    return fields.stream()
        .map(
            field -> {
              String problem = order == null ? bolProblem(field, body) : problem(field, order);
              return new FieldProblem(field, problem);
            })
        .toList();
  }

  /** Null for the body of another operation. */
  private static @Nullable CreateLoadInput order(byte[] body) {
    try {
      return FreightJson.read(CreateLoadInput.class, new Buffer().write(body));
    } catch (IOException | JsonDataException noOrder) {
      return null;
    }
  }

  private static @Nullable String problem(String field, CreateLoadInput order) {
    Matcher stopField = STOP_FIELD.matcher(field);
    if (!stopField.matches()) return orderProblem(field, order);

    List<StopInput> stops =
        stopField.group(1).equals("pickups") ? order.pickups() : order.deliveries();
    int index = Integer.parseInt(stopField.group(2));
    return index < stops.size() ? stopProblem(stopField.group(3), stops.get(index)) : null;
  }

  /** The phone number is a secret and not shown. */
  private static @Nullable String orderProblem(String name, CreateLoadInput order) {
    return switch (name) {
      case PHONE -> phoneProblem(order.driverPhone());
      case "pickups" -> stopsProblem(order.pickups(), order);
      case "deliveries" -> stopsProblem(order.deliveries(), order);
      case "rate" -> outOfBounds(order.rate(), 0, MAX_AMOUNT);
      case "miles" -> outOfBounds(order.miles(), 0, MAX_AMOUNT);
      case "weight" -> outOfBounds(order.weight(), 0, MAX_AMOUNT);
      default -> null;
    };
  }

  private static String phoneProblem(String phone) {
    if (Require.isBlank(phone)) return MISSING;
    long digits = phone.chars().filter(Character::isDigit).count();
    return "expected a phone number such as +1 and ten digits, got "
        + (digits == 0 ? "no" : digits)
        + (digits == 1 ? " digit" : " digits");
  }

  private static @Nullable String bolProblem(String field, byte @Nullable [] body) {
    String sent = field.equals(BOL_RECEIVED_AT) ? bolReceivedAt(body) : null;
    return sent == null ? null : unexpected("a date and time", sent);
  }

  /** The time of a confirmation; null if the body is another's. */
  private static @Nullable String bolReceivedAt(byte @Nullable [] body) {
    if (body == null) return null;
    Buffer json = new Buffer().write(body);
    return LenientObject.read(json, BOL_RECEIVED_AT::equals).text(BOL_RECEIVED_AT);
  }

  private static @Nullable String stopsProblem(List<StopInput> stops, CreateLoadInput order) {
    if (stops.isEmpty()) return MISSING;
    int all = order.pickups().size() + order.deliveries().size();
    return all > MAX_STOPS ? "expected at most " + MAX_STOPS + " stops in all, got " + all : null;
  }

  private static @Nullable String stopProblem(String name, StopInput stop) {
    return switch (name) {
      case "address" -> Require.isBlank(stop.address()) ? MISSING : null;
      case "city" -> Require.isBlank(stop.city()) ? MISSING : null;
      case "state" -> unexpected("a two-letter US state code", stop.state());
      case "zip" -> unexpected("a ZIP code such as 45202 or 45202-1234", stop.zip());
      case "lat" -> outOfBounds(stop.lat(), -90, 90);
      case "lng" -> outOfBounds(stop.lng(), -180, 180);
      default -> null;
    };
  }

  private static String unexpected(String expected, String text) {
    if (Require.isBlank(text)) return MISSING;
    return "expected " + expected + ", got \"" + Redactor.oneLine(text, MAX_SHOWN_CHARS) + "\"";
  }

  private static @Nullable String outOfBounds(@Nullable Number number, int min, int max) {
    if (number == null) return null;
    BigDecimal exact = new BigDecimal(number.toString());
    boolean isInBounds =
        exact.compareTo(BigDecimal.valueOf(min)) >= 0
            && exact.compareTo(BigDecimal.valueOf(max)) <= 0;
    return isInBounds ? null : "expected " + min + " to " + max + ", got " + exact;
  }
}
