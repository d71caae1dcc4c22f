package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.StreetFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's file of streets is open as long as its server. */
class TilesAreClosedTest {
  @TempDir private Path folder;

  @Test
  void aServerThatCannotListenLeavesTheFileClosed() throws IOException {
    Path open = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(open), "only Linux shows a process its open files");
    Path file = StreetFile.of("somebody").writeTo(folder);
    try (Service other = Service.onPort()) {
      int taken = other.server().port();
      assertThatThrownBy(() -> InMemoryFreightServer.builder().tiles(file).port(taken).start())
          .isInstanceOf(UncheckedIOException.class);
    }
    try (Stream<Path> descriptors = Files.list(open)) {
      assertThat(descriptors.map(TilesAreClosedTest::target)).doesNotContain(file.toRealPath());
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException closedMeanwhile) {
      return descriptor;
    }
  }
}
