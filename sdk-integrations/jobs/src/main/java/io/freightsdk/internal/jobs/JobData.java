package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.jobs.Booking;
import io.freightsdk.jobs.StoppedOrder;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes orders and loads as JSON in UTF-8, which people can read.
 *
 * <p>It begins with a version. A member that this version does not know is ignored, and is lost
 * when the row is written again; so a member that must not be lost needs a new version. A row of a
 * later version is not read: during a rolling update the old instances leave it to the new ones.
 * Each version reads all earlier ones.
 */
final class JobData implements Serializer {
  static final int VERSION = 1;

  @Override
  public byte[] serialize(Object data) {
    Buffer text = new Buffer();
    try {
      JsonWriter json = JsonWriter.of(text);
      json.beginObject().name("version").value(VERSION);
      if (data instanceof Order order) {
        write(json, order);
      } else if (data instanceof StoppedOrder stopped) {
        write(json, stopped);
      } else {
        write(json, (FollowedLoad) data);
      }
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.readByteArray();
  }

  @Override
  public <T> T deserialize(Class<T> type, byte[] text) {
    try {
      JsonReader json = JsonReader.of(new Buffer().write(text));
      if (type == Order.class) return type.cast(readOrder(json));
      if (type == StoppedOrder.class) return type.cast(readStopped(json));
      return type.cast(readFollowedLoad(json));
    } catch (IOException e) {
      throw new UncheckedIOException("a task's data is not JSON", e);
    }
  }

  // --- an order ---

  private static void write(JsonWriter json, Order order) throws IOException {
    json.name("reference").value(order.reference());
    json.name("customer").value(order.customer());
    json.name("key").value(order.key());
    json.name("mayHaveLoad").value(order.mayHaveLoad());
    json.name("gatewayRefusals").value(order.gatewayRefusals());
    Order.StopCause stop = order.stopped();
    if (stop != null) {
      json.name("stopped").value(stop.reason());
      write(json, stop.problems());
    }
    Booking booking = order.booking();
    if (booking != null) {
      json.name("loadNumber").value(booking.loadNumber());
      json.name("trackingLink").value(booking.trackingLink());
      json.name("kind").value(booking.kind().name());
      json.name("mayBeOurs").value(booking.mayBeOurs());
    }
    json.name("input");
    FreightJson.adapter(CreateLoadInput.class).toJson(json, order.input());
  }

  private static Order readOrder(JsonReader json) throws IOException {
    String reference = null;
    String customer = null;
    String key = null;
    CreateLoadInput input = null;
    boolean mayHaveLoad = false;
    int gatewayRefusals = 0;
    String stopped = null;
    List<FieldProblem> problems = List.of();
    String loadNumber = null;
    String trackingLink = null;
    Booking.Kind kind = Booking.Kind.FOUND;
    boolean mayBeOurs = false;
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "version" -> checkVersion(json.nextInt());
        case "reference" -> reference = json.nextString();
        case "customer" -> customer = text(json);
        case "key" -> key = json.nextString();
        case "mayHaveLoad" -> mayHaveLoad = json.nextBoolean();
        case "gatewayRefusals" -> gatewayRefusals = json.nextInt();
        case "stopped" -> stopped = text(json);
        case "problems" -> problems = readProblems(json);
        case "loadNumber" -> loadNumber = text(json);
        case "trackingLink" -> trackingLink = text(json);
        case "kind" -> kind = Booking.Kind.valueOf(json.nextString());
        case "mayBeOurs" -> mayBeOurs = json.nextBoolean();
        case "input" -> input = FreightJson.adapter(CreateLoadInput.class).fromJson(json);
        default -> json.skipValue();
      }
    }
    json.endObject();
    String order = required(reference, "reference");
    Booking booking =
        loadNumber == null
            ? null
            : new Booking(
                order,
                customer,
                loadNumber,
                required(trackingLink, "trackingLink"),
                kind,
                mayBeOurs);
    return new Order(
        order,
        customer,
        required(input, "input"),
        required(key, "key"),
        mayHaveLoad,
        gatewayRefusals,
        booking,
        stopped == null ? null : new Order.StopCause(stopped, problems));
  }

  // --- an order that stopped ---

  private static void write(JsonWriter json, StoppedOrder stopped) throws IOException {
    json.name("reference").value(stopped.reference());
    json.name("customer").value(stopped.customer());
    json.name("reason").value(stopped.reason());
    write(json, stopped.problems());
    json.name("mayHaveLoad").value(stopped.mayHaveLoad());
  }

  private static StoppedOrder readStopped(JsonReader json) throws IOException {
    String reference = null;
    String customer = null;
    String reason = null;
    List<FieldProblem> problems = List.of();
    boolean mayHaveLoad = false;
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "version" -> checkVersion(json.nextInt());
        case "reference" -> reference = json.nextString();
        case "customer" -> customer = text(json);
        case "reason" -> reason = json.nextString();
        case "problems" -> problems = readProblems(json);
        case "mayHaveLoad" -> mayHaveLoad = json.nextBoolean();
        default -> json.skipValue();
      }
    }
    json.endObject();
    return new StoppedOrder(
        required(reference, "reference"),
        customer,
        required(reason, "reason"),
        problems,
        mayHaveLoad);
  }

  private static void write(JsonWriter json, List<FieldProblem> problems) throws IOException {
    json.name("problems").beginArray();
    for (FieldProblem problem : problems) {
      json.beginArray().value(problem.field()).value(problem.problem()).endArray();
    }
    json.endArray();
  }

  private static List<FieldProblem> readProblems(JsonReader json) throws IOException {
    List<FieldProblem> problems = new ArrayList<>();
    json.beginArray();
    while (json.hasNext()) {
      json.beginArray();
      problems.add(new FieldProblem(json.nextString(), text(json)));
      json.endArray();
    }
    json.endArray();
    return problems;
  }

  // --- a load ---

  private static void write(JsonWriter json, FollowedLoad load) throws IOException {
    json.name("loadNumber").value(load.loadNumber());
    json.name("reference").value(load.reference());
    json.name("customer").value(load.customer());
    json.name("next").value(text(load.next()));
    json.name("followedFrom").value(text(load.followedFrom()));
    json.name("quietFrom").value(text(load.quietFrom()));
    BudgetLine.Place place = load.place();
    if (place != null) {
      json.name("place").value(text(place.at()));
      json.name("share").value(place.share());
    }
    LostReads lost = load.lost();
    if (lost != null) {
      json.name("lostReads").value(lost.count());
      json.name("lostFrom").value(text(lost.first()));
    }
    json.name("givenUp").value(load.givenUp());
    write(json, "reported", load.reported());
    write(json, "pending", load.pending());
  }

  private static void write(JsonWriter json, String name, @Nullable PositionReading reading)
      throws IOException {
    if (reading == null) return;
    json.name(name).beginObject().name("readAt").value(text(reading.readAt())).name("position");
    FreightJson.adapter(LoadPosition.class).toJson(json, reading.position());
    json.endObject();
  }

  private static FollowedLoad readFollowedLoad(JsonReader json) throws IOException {
    String loadNumber = null;
    String reference = null;
    String customer = null;
    Instant next = null;
    Instant followedFrom = null;
    Instant quietFrom = null;
    Instant place = null;
    double share = 1;
    int lostReads = 0;
    Instant lostFrom = null;
    String givenUp = null;
    PositionReading reported = null;
    PositionReading pending = null;
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "version" -> checkVersion(json.nextInt());
        case "loadNumber" -> loadNumber = json.nextString();
        case "reference" -> reference = text(json);
        case "customer" -> customer = text(json);
        case "next" -> next = instant(json);
        case "followedFrom" -> followedFrom = instant(json);
        case "quietFrom" -> quietFrom = instant(json);
        case "place" -> place = instant(json);
        case "share" -> share = json.nextDouble();
        case "lostReads" -> lostReads = json.nextInt();
        case "lostFrom" -> lostFrom = instant(json);
        case "givenUp" -> givenUp = text(json);
        case "reported" -> reported = readReading(json);
        case "pending" -> pending = readReading(json);
        default -> json.skipValue();
      }
    }
    json.endObject();
    return new FollowedLoad(
        required(loadNumber, "loadNumber"),
        reference,
        customer,
        reported,
        pending,
        next,
        required(followedFrom, "followedFrom"),
        required(quietFrom, "quietFrom"),
        place == null ? null : new BudgetLine.Place(place, share),
        lostFrom == null ? null : new LostReads(lostReads, lostFrom),
        givenUp);
  }

  private static PositionReading readReading(JsonReader json) throws IOException {
    Instant readAt = null;
    LoadPosition position = null;
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "readAt" -> readAt = instant(json);
        case "position" -> position = FreightJson.adapter(LoadPosition.class).fromJson(json);
        default -> json.skipValue();
      }
    }
    json.endObject();
    return new PositionReading(required(position, "position"), required(readAt, "readAt"));
  }

  // --- members ---

  private static void checkVersion(int version) {
    if (version > VERSION) {
      throw new JsonDataException(
          String.format(
              Locale.ROOT,
              "a task's data has version %d, and this freight-jobs reads up to %d; an instance with a later one runs it",
              version,
              VERSION));
    }
  }

  private static <T> T required(@Nullable T value, String name) {
    if (value == null) throw new JsonDataException("a task's data has no " + name);
    return value;
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static @Nullable String text(JsonReader json) throws IOException {
    return json.peek() == JsonReader.Token.NULL ? json.nextNull() : json.nextString();
  }

  private static @Nullable Instant instant(JsonReader json) throws IOException {
    String text = text(json);
    return text == null ? null : Instant.parse(text);
  }
}
