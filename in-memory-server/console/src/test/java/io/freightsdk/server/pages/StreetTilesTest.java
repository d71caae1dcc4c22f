package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.StreetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's file of streets, over HTTP. */
class StreetTilesTest {
  @TempDir private Path folder;

  @Test
  void browsersReadRangesOfIt() throws IOException {
    Path file = StreetFile.of("somebody").writeTo(folder);
    byte[] whole = Files.readAllBytes(file);
    try (Service service = Service.of(InMemoryFreightServer.builder().tiles(file))) {
      Http.Reply head = service.anyone().get("/streets.pmtiles", "Range", "bytes=0-6");
      assertThat(head.status()).isEqualTo(206);
      assertThat(head.text()).isEqualTo("PMTiles");
      assertThat(head.header("Content-Range")).isEqualTo("bytes 0-6/" + whole.length);
      assertThat(head.header("ETag")).startsWith("\"" + whole.length + "-");

      Http.Reply rest = service.anyone().get("/streets.pmtiles", "Range", "bytes=100-16383");
      assertThat(rest.bytes()).isEqualTo(Arrays.copyOfRange(whole, 100, whole.length));
      assertThat(service.anyone().get("/streets.js").text()).contains("PMTiles");
    }
  }

  @Test
  void nobodyTakesItWholeOrReadsBeyondIt() {
    Path file = StreetFile.of("somebody").writeTo(folder);
    try (Service service = Service.of(InMemoryFreightServer.builder().tiles(file))) {
      assertThat(service.anyone().get("/streets.pmtiles").status()).isEqualTo(416);
      for (String range :
          new String[] {
            "bytes=0-", "bytes=-5", "bytes=9-3", "bytes=99999-100000", "bytes=0-1,3-4", "lines=1-2"
          }) {
        Http.Reply refused = service.anyone().get("/streets.pmtiles", "Range", range);
        assertThat(refused.status()).as(range).isEqualTo(416);
        assertThat(refused.header("Content-Range")).startsWith("bytes */");
      }
    }
  }

  @Test
  void withoutAFileThereIsNothingOfIt() {
    try (Service service = Service.start()) {
      assertThat(service.anyone().get("/streets.js").status()).isEqualTo(404);
      assertThat(service.anyone().get("/streets.pmtiles").status()).isEqualTo(404);
      assertThat(service.anyone().get("/__admin/").text()).doesNotContain("/streets.js");
    }
  }

  @Test
  void aFileThatCannotBeUsedIsToldAtTheStart() throws IOException {
    assertThatThrownBy(() -> start(folder.resolve("missing.pmtiles")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot read")
        .hasMessageContaining("missing.pmtiles");
    Path text = Files.writeString(folder.resolve("streets.json"), "{}");
    assertThatThrownBy(() -> start(text))
        .hasMessageEndingWith("streets.json is not a PMTiles file");
    assertThatThrownBy(() -> start(StreetFile.of("x").ofPictures().writeTo(folder)))
        .hasMessageEndingWith("does not contain vector tiles (MVT)");
    assertThatThrownBy(() -> start(StreetFile.of("x").version(2).writeTo(folder)))
        .hasMessageEndingWith("has version 2 of PMTiles; convert it to version 3");
  }

  private static void start(Path file) {
    ServerInProcess.start(InMemoryFreightServer.builder().tiles(file)).close();
  }
}
