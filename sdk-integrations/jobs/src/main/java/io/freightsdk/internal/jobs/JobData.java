package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.jobs.StoppedOrder;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okio.Buffer;
import okio.BufferedSource;
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
      Members members = Members.of(JsonReader.of(new Buffer().write(text)));
      checkVersion(members);
      if (type == Order.class) return type.cast(order(members));
      if (type == StoppedOrder.class) return type.cast(stopped(members));
      return type.cast(followedLoad(members));
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
    OrderLoad load = order.load();
    if (load != null) {
      json.name("loadNumber").value(load.loadNumber());
      json.name("trackingLink").value(load.trackingLink());
      json.name("driverWebLink").value(load.driverWebLink());
      DriverResolution resolution = load.driverResolution();
      json.name("driverResolution").value(resolution == null ? null : resolution.value());
      json.name("kind").value(load.kind().name());
      json.name("mayBeOurs").value(load.mayBeOurs());
    }
    json.name("input");
    FreightJson.adapter(CreateLoadInput.class).toJson(json, order.input());
  }

  private static Order order(Members members) throws IOException {
    String reference = members.required("reference", JsonReader::nextString);
    String customer = members.text("customer");
    String loadNumber = members.text("loadNumber");
    String resolution = members.text("driverResolution");
    String stopped = members.text("stopped");
    OrderLoad load =
        loadNumber == null
            ? null
            : new OrderLoad(
                reference,
                customer,
                loadNumber,
                members.required("trackingLink", JsonReader::nextString),
                members.text("driverWebLink"),
                resolution == null ? null : DriverResolution.of(resolution),
                OrderLoad.Kind.valueOf(members.required("kind", JsonReader::nextString)),
                members.flag("mayBeOurs"));
    return new Order(
        reference,
        customer,
        members.required("input", FreightJson.adapter(CreateLoadInput.class)::fromJson),
        members.required("key", JsonReader::nextString),
        members.flag("mayHaveLoad"),
        members.count("gatewayRefusals"),
        load,
        stopped == null ? null : new Order.StopCause(stopped, problems(members)));
  }

  // --- an order that stopped ---

  private static void write(JsonWriter json, StoppedOrder stopped) throws IOException {
    json.name("reference").value(stopped.reference());
    json.name("customer").value(stopped.customer());
    json.name("reason").value(stopped.reason());
    write(json, stopped.problems());
    json.name("mayHaveLoad").value(stopped.mayHaveLoad());
  }

  private static StoppedOrder stopped(Members members) throws IOException {
    return new StoppedOrder(
        members.required("reference", JsonReader::nextString),
        members.text("customer"),
        members.required("reason", JsonReader::nextString),
        problems(members),
        members.flag("mayHaveLoad"));
  }

  private static void write(JsonWriter json, List<FieldProblem> problems) throws IOException {
    json.name("problems").beginArray();
    for (FieldProblem problem : problems) {
      json.beginArray().value(problem.field()).value(problem.problem()).endArray();
    }
    json.endArray();
  }

  private static List<FieldProblem> problems(Members members) throws IOException {
    List<FieldProblem> problems = members.find("problems", JobData::problems);
    return problems == null ? List.of() : problems;
  }

  private static List<FieldProblem> problems(JsonReader json) throws IOException {
    List<FieldProblem> problems = new ArrayList<>();
    json.beginArray();
    while (json.hasNext()) {
      json.beginArray();
      String field = json.nextString();
      boolean isNamed = json.peek() != JsonReader.Token.NULL;
      problems.add(new FieldProblem(field, isNamed ? json.nextString() : json.nextNull()));
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
    json.name("quietFrom").value(text(load.newsExpectedFrom()));
    ReadQueue.Place place = load.place();
    if (place != null) {
      json.name("place").value(text(place.at()));
      json.name("waitFactor").value(place.waitFactor());
    }
    LostReads lost = load.lost();
    if (lost != null) json.name("lostReads").value(lost.count());
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

  private static FollowedLoad followedLoad(Members members) throws IOException {
    Instant place = members.instant("place");
    int lostReads = members.count("lostReads");
    return new FollowedLoad(
        members.required("loadNumber", JsonReader::nextString),
        members.required("reference", JsonReader::nextString),
        members.text("customer"),
        members.find("reported", JobData::reading),
        members.find("pending", JobData::reading),
        members.instant("next"),
        members.required("followedFrom", JobData::instant),
        members.required("quietFrom", JobData::instant),
        place == null
            ? null
            : new ReadQueue.Place(place, members.required("waitFactor", JsonReader::nextDouble)),
        lostReads == 0 ? null : new LostReads(lostReads),
        members.text("givenUp"));
  }

  private static PositionReading reading(JsonReader json) throws IOException {
    Members members = Members.of(json);
    return new PositionReading(
        members.required("position", FreightJson.adapter(LoadPosition.class)::fromJson),
        members.required("readAt", JobData::instant));
  }

  private static Instant instant(JsonReader json) throws IOException {
    return Instant.parse(json.nextString());
  }

  // --- members ---

  private static void checkVersion(Members members) throws IOException {
    int version = members.count("version");
    if (version > VERSION) {
      throw new JsonDataException(
          String.format(
              Locale.ROOT,
              "a task's data has version %d, and this freight-jobs reads up to %d; an instance with a later one runs it",
              version,
              VERSION));
    }
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  /** Reads a value that is not null. */
  private interface ValueReader<T> {
    @Nullable T from(JsonReader json) throws IOException;
  }

  /** The members of an object, in whatever order: each as JSON, by its name. */
  private record Members(Map<String, String> json) {
    static Members of(JsonReader object) throws IOException {
      Map<String, String> members = new HashMap<>();
      object.beginObject();
      while (object.hasNext()) {
        String name = object.nextName();
        try (BufferedSource value = object.nextSource()) {
          members.put(name, value.readUtf8());
        }
      }
      object.endObject();
      return new Members(members);
    }

    /** A member; null if there is none. */
    <T> @Nullable T find(String name, ValueReader<T> value) throws IOException {
      JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json.getOrDefault(name, "null")));
      return reader.peek() == JsonReader.Token.NULL ? null : value.from(reader);
    }

    <T> T required(String name, ValueReader<T> value) throws IOException {
      T found = find(name, value);
      if (found == null) throw new JsonDataException("a task's data has no " + name);
      return found;
    }

    @Nullable String text(String name) throws IOException {
      return find(name, JsonReader::nextString);
    }

    @Nullable Instant instant(String name) throws IOException {
      return find(name, JobData::instant);
    }

    boolean flag(String name) throws IOException {
      return Boolean.TRUE.equals(find(name, JsonReader::nextBoolean));
    }

    int count(String name) throws IOException {
      Integer count = find(name, JsonReader::nextInt);
      return count == null ? 0 : count;
    }
  }
}
