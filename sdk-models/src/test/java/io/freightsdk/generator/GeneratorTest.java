package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorTest {
  @TempDir private static Path compiled;
  @TempDir private Path directory;
  private static CompiledModels changed;

  /** One compilation of three changes: compiling is what takes the time. */
  @BeforeAll
  static void changeTheDescription() throws Exception {
    DescriptionText text =
        DescriptionText.REAL
            .with("facilityName:", "site_name:")
            .with(
                "x-extensible-enum: [PICKUP, DELIVERY]",
                "x-extensible-enum: [PICKUP, DELIVERY, fuelStop]")
            .after(
                "    StopInput:",
                "        site_name:\n",
                "        dockCount:\n          description: Docks.\n          type: integer\n"
                    + "        site_name:\n");
    changed = CompiledModels.of(text, compiled);
  }

  @AfterAll
  static void close() throws Exception {
    changed.close();
  }

  @Test
  void aFieldRenamedInTheDescriptionIsRenamedInTheRecordAndOnTheWire() throws Exception {
    Class<?> stop = changed.type("StopInput");
    assertThat(Stream.of(stop.getRecordComponents()).map(RecordComponent::getName))
        .contains("siteName")
        .doesNotContain("facilityName");
    assertThat(roundTrip(changed, stop, "{\"address\":\"a\",\"city\":\"c\",\"state\":\"OH\","))
        .contains("\"site_name\":\"Dock 4\"");
  }

  @Test
  void aFieldAddedToTheDescriptionIsInTheRecord() throws Exception {
    assertThat(changed.type("StopInput").getMethod("dockCount").getReturnType())
        .isEqualTo(Integer.class);
  }

  @Test
  void aNameAddedToAnOpenEnumIsAConstant() throws Exception {
    Object constant = changed.type("StopType").getField("FUEL_STOP").get(null);
    assertThat(constant).hasToString("fuelStop");
  }

  @Test
  void theSameDescriptionGivesTheSameBytes() throws Exception {
    Generator.generate(DescriptionText.FILE, directory.resolve("one"));
    Generator.generate(DescriptionText.FILE, directory.resolve("two"));
    Map<String, String> one = contents(directory.resolve("one"));
    assertThat(one).isNotEmpty().isEqualTo(contents(directory.resolve("two")));
  }

  @Test
  void aSecondRunTouchesNothingAndDeletesWhatIsNoMore() throws Exception {
    Generator.generate(DescriptionText.FILE, directory);
    Path kept = directory.resolve("io/freightsdk/model/GpsPoint.java");
    Path stale = Files.writeString(directory.resolve("io/freightsdk/model/Old.java"), "class Old");
    FileTime longAgo = FileTime.fromMillis(0);
    Files.setLastModifiedTime(kept, longAgo);
    Generator.generate(DescriptionText.FILE, directory);
    assertThat(Files.getLastModifiedTime(kept)).isEqualTo(longAgo);
    assertThat(stale).doesNotExist();
  }

  /** Reads a stop that ends with the renamed field, and writes it again. */
  private static String roundTrip(CompiledModels models, Class<?> stop, String start)
      throws Exception {
    Object adapter = models.json().getMethod("adapter", Class.class).invoke(null, stop);
    Class<?> moshiAdapter = adapter.getClass().getSuperclass();
    Object value =
        moshiAdapter
            .getMethod("fromJson", String.class)
            .invoke(adapter, start + "\"zip\":\"45202\",\"site_name\":\"Dock 4\"}");
    return (String) moshiAdapter.getMethod("toJson", Object.class).invoke(adapter, value);
  }

  private static Map<String, String> contents(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (Path file : CompiledModels.javaFiles(directory)) {
      contents.put(directory.relativize(file).toString(), Files.readString(file));
    }
    return contents;
  }
}
