package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** No optional member of the API description makes a reader lose a paid response. */
class LenientReadingTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Requests are read strictly, so that mistakes of a caller do not vanish. */
  private static final Set<String> REQUESTS =
      Set.of("CreateLoadInput", "StopInput", "TopUpByCardInput");

  @Test
  void onlyRequestsAreReadStrictly() {
    Set<String> strict = new TreeSet<>();
    for (Class<?> type : DescribedTypes.RECORDS) {
      Object schema = DescribedTypes.at("components", "schemas", type.getSimpleName());
      if (!((Map<?, ?>) schema).containsKey("x-lenient")) strict.add(type.getSimpleName());
    }
    assertThat(strict).isEqualTo(new TreeSet<>(REQUESTS));
  }

  @Test
  void descriptionRequiresOnlyPublishedMembers() {
    // A position is paid for, so load number and status are enough.
    assertThat(required("LoadPosition")).isEqualTo(List.of("loadNumber", "status"));
    assertThat(required("ConfirmDeliveryResult")).isEqualTo(List.of("ok"));
    for (String open : List.of("PositionStop", "GpsPoint", "Eta", "Pricing", "Balance")) {
      assertThat(required(open)).as(open).isEmpty();
    }
  }

  private static List<?> required(String schema) {
    Map<?, ?> object = (Map<?, ?>) DescribedTypes.at("components", "schemas", schema);
    return object.get("required") instanceof List<?> names ? names : List.of();
  }

  /** Every response, with each optional member absent, null, and of every other type in turn. */
  @Property(tries = 25, seed = "1156384577")
  void wrongOptionalMembersNeverFailAResponse(@ForAll("answers") Record value) throws IOException {
    String schema = value.getClass().getSimpleName();
    Map<?, ?> object = (Map<?, ?>) DescribedTypes.at("components", "schemas", schema);
    if (!(object.get("properties") instanceof Map<?, ?> members)) return;
    for (Object member : members.keySet()) {
      if (required(schema).contains(member)) continue;
      for (String other : new String[] {"", "null", "7e99", "\"?\"", "true", "[{}]", "{\"a\":1}"}) {
        ObjectNode spoiled = (ObjectNode) JSON.readTree(write(value));
        spoiled.remove((String) member);
        if (!other.isEmpty()) spoiled.set((String) member, JSON.readTree(other));
        assertThat(read(value.getClass(), spoiled.toString())).isNotNull();
      }
    }
  }

  @Provide
  Arbitrary<Record> answers() {
    return RecordArbitraries.any()
        .filter(record -> !REQUESTS.contains(record.getClass().getSimpleName()));
  }

  @Test
  void headingIsReadAsADecimal() throws IOException {
    GpsPoint point = FreightJson.adapter(GpsPoint.class).fromJson("{\"heading\":172.5}");
    assertThat(point.heading()).isEqualTo(172.5);
    assertThat(point.lat()).isNull();
    assertThat(FreightJson.adapter(GpsPoint.class).fromJson("{\"heading\":172}").heading())
        .isEqualTo(172.0);
  }

  @Test
  void absentPricesAreReadAsEmpty() throws IOException {
    assertThat(FreightJson.adapter(Pricing.class).fromJson("{}").prices()).isEmpty();
    assertThat(FreightJson.adapter(Pricing.class).fromJson("{\"prices\":7}").prices()).isEmpty();
    assertThat(Pricing.builder().currency("USD").build().prices()).isEmpty();
  }

  @Test
  void invalidPriceIsSkippedAndOthersAreRead() throws IOException {
    for (String odd : List.of("null", "{\"from\":0.10}", "\"0.10\"", "[0.10]", "true", "1e400")) {
      String list = "{\"prices\":{\"bulk_read\":" + odd + ",\"load_create\":0.65}}";
      assertThat(FreightJson.adapter(Pricing.class).fromJson(list).prices())
          .isEqualTo(Map.of("load_create", new BigDecimal("0.65")));
    }
  }

  @Test
  void positionWithOnlyLoadAndStatusIsRead() throws IOException {
    LoadPosition least =
        read(LoadPosition.class, "{\"loadNumber\":\"LD-1\",\"status\":\"PLANNED\"}");
    assertThat(least.loadNumber()).isEqualTo("LD-1");
    assertThat(least.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(least.createdAt()).isNull();
    assertThat(least.pingCount()).isNull();
    assertThat(least.stops()).isEmpty();
    assertThat(least.gpsTrack()).isEmpty();
    assertThat(least.toBuilder().build()).isEqualTo(least);
  }

  @Test
  void invalidListItemIsSkippedAndOthersAreRead() throws IOException {
    LoadPosition position =
        read(
            LoadPosition.class,
            "{\"loadNumber\":\"LD-1\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00\","
                + "\"stops\":[null,7,{\"sequence\":2}],\"gpsTrack\":[[],\"x\",{\"lat\":1.5}],"
                + "\"pingCount\":\"many\"}");
    assertThat(position.createdAt()).isNull();
    assertThat(position.pingCount()).isNull();
    assertThat(position.stops()).hasSize(1);
    assertThat(position.gpsTrack()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"soon\"", "7", "[]", "[[{\"at\":1}]]", "false", "null"})
  void etaThatIsNotAnObjectIsReadAsNull(String eta) throws IOException {
    assertThat(position(eta).eta()).isNull();
  }

  @Test
  void optionalNumberOutOfBoundsIsReadAsNull() throws IOException {
    for (String number :
        new String[] {"9".repeat(100_000), "1e99999999999", "-7e101", "1e-999999999"}) {
      LoadPosition position =
          read(
              LoadPosition.class,
              String.format(Locale.ROOT, POSITION, "0,\"delayMinutes\":" + number, "null"));
      assertThat(position.delayMinutes()).isNull();
      assertThat(
              FreightJson.adapter(Balance.class)
                  .fromJson("{\"balanceUsd\":" + number + "}")
                  .balanceUsd())
          .isNull();
    }
    assertThat(FreightJson.adapter(GpsPoint.class).fromJson("{\"speed\":1e400}").speed()).isNull();
    assertThat(FreightJson.adapter(Balance.class).fromJson("{\"balanceUsd\":1e99}").balanceUsd())
        .isEqualTo(new BigDecimal("1e99"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+999999999-12-31T23:59:59Z",
        "-999999999-01-01T00:00:00Z",
        "+10000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-00:01",
        "0000-12-31T23:59:59Z",
        "0001-01-01T00:00:00+00:01"
      })
  void instantOutsideYears1To9999IsReadAsNull(String instant) throws IOException {
    assertThat(FreightJson.adapter(GpsPoint.class).fromJson("{\"ts\":\"" + instant + "\"}").ts())
        .isNull();
    assertThat(FreightJson.parseInstant(instant)).isNull();
    assertThat(position("{\"etaAt\":\"" + instant + "\"}").eta().etaAt()).isNull();
    String json =
        String.format(Locale.ROOT, POSITION, "0", "null").replace("2026-11-20T10:00:00Z", instant);
    assertThat(read(LoadPosition.class, json).createdAt()).isNull();
  }

  @Test
  void firstAndLastInstantsAreRead() throws IOException {
    for (String text : List.of("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z")) {
      assertThat(FreightJson.adapter(GpsPoint.class).fromJson("{\"ts\":\"" + text + "\"}").ts())
          .isEqualTo(text);
    }
  }

  private static final String POSITION =
      "{\"loadNumber\":\"LD-1\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\","
          + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":%s,\"eta\":%s}";

  private static LoadPosition position(String eta) throws IOException {
    return read(LoadPosition.class, String.format(Locale.ROOT, POSITION, "0", eta));
  }

  private static <T> T read(Class<T> type, String json) throws IOException {
    return FreightJson.read(type, new Buffer().writeUtf8(json));
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static String write(Record value) {
    return ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
  }
}
