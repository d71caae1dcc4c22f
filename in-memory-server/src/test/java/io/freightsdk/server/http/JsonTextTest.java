package io.freightsdk.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.KeyScope;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.PingResults;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.server.view.Sms;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import okio.Buffer;

class JsonTextTest {
  @Property(seed = "-2139160166")
  void jsonIsReadUnchanged(
      @ForAll
          @StringLength(max = 40)
          @CharRange(from = 0, to = 0xd7ff)
          @Chars({'"', '\\', '/', '\n', 0x7f, 0x2028, 0x2029, 'a'})
          String text)
      throws IOException {
    byte[] written = JsonText.write(JsonText.object(text, List.of(text, text)));

    JsonReader reader = JsonReader.of(new Buffer().write(written));
    assertThat(reader.readJsonValue()).isEqualTo(Map.of(text, List.of(text, text)));
    assertThat(JsonText.parse(written)).isEqualTo(Map.of(text, List.of(text, text)));
  }

  @Example
  void everyTypeOfValueIsWritten() {
    Object tree =
        JsonText.object(
            "none",
            null,
            "flag",
            true,
            "amount",
            new BigDecimal("1.50"),
            "places",
            Arrays.asList(39.5, null, 7),
            "nothing",
            List.of(),
            "empty",
            Map.of(),
            "operation",
            Operation.GET_BALANCE,
            "scope",
            KeyScope.LOADS_READ,
            "at",
            new Coordinates(39.5, -84));
    assertThat(new String(JsonText.write(tree), UTF_8))
        .isEqualTo(
            "{\"none\":null,\"flag\":true,\"amount\":1.50,\"places\":[39.5,null,7],\"nothing\":[],"
                + "\"empty\":{},\"operation\":\"getBalance\",\"scope\":\""
                + KeyScope.LOADS_READ
                + "\",\"at\":{\"lat\":39.5,\"lng\":-84.0}}");
  }

  @Example
  void nestingIsBounded() {
    assertThatThrownBy(() -> JsonText.parse("[".repeat(300_000).getBytes(UTF_8)))
        .isInstanceOf(IOException.class);
  }

  /** Without the metadata, a native image would show the records without members. */
  @Example
  void nativeImageMetadataHasTheRecordsOfTheControl() throws IOException {
    Set<String> shown = new TreeSet<>();
    for (Class<?> type :
        List.of(
            LoadView.class,
            FixExplanation.class,
            LedgerEntry.class,
            PingResults.class,
            RecordedRequest.class,
            Sms.class)) {
      addRecords(type, shown);
    }

    assertThat(shown)
        .hasSizeGreaterThan(6)
        .allSatisfy(name -> assertThat(metadata()).contains("\"" + name + "\""));
  }

  private static void addRecords(Type type, Set<String> names) {
    if (type instanceof ParameterizedType list) {
      addRecords(list.getActualTypeArguments()[0], names);
    } else if (type instanceof Class<?> data && data.isRecord() && names.add(data.getName())) {
      for (RecordComponent member : data.getRecordComponents()) {
        addRecords(member.getGenericType(), names);
      }
    }
  }

  private static String metadata() throws IOException {
    String path =
        "/META-INF/native-image/io.freightsdk/freight-in-memory-server/reachability-metadata.json";
    try (InputStream in = InMemoryFreightServer.class.getResourceAsStream(path)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
