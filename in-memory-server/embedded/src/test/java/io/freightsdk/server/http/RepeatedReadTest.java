package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A read shows the points that its load has then. */
class RepeatedReadTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final int MANY = 80;

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  private final InMemoryFreightServer server = service.server();
  private final String loadNumber = service.createLoad();

  @Test
  void aReadOfAnUnchangedLoadIsByteForByteTheSame() {
    add(loadNumber, 0, 1, 2);
    String first = service.read(loadNumber).text();
    assertThat(service.read(loadNumber).text()).isEqualTo(first);
    assertThat(minutes(loadNumber)).containsExactly(0, 1, 2);
  }

  @Test
  void aLoadWithoutFixesHasNoPointsEachTime() {
    assertThat(minutes(loadNumber)).isEmpty();
    assertThat(minutes(loadNumber)).isEmpty();
  }

  @Test
  void aNewFixIsInTheNextRead() {
    add(loadNumber, 0, 1);
    assertThat(minutes(loadNumber)).containsExactly(0, 1);
    add(loadNumber, 2);
    assertThat(minutes(loadNumber)).containsExactly(0, 1, 2);
  }

  @Test
  void aLateFixIsAtItsPlaceInTheNextRead() {
    add(loadNumber, 0, 2);
    assertThat(minutes(loadNumber)).containsExactly(0, 2);
    add(loadNumber, 1);
    assertThat(minutes(loadNumber)).containsExactly(0, 1, 2);
  }

  @Test
  void whatChangesWithoutAFixIsToldAnew() {
    add(loadNumber, 0);
    assertThat(service.read(loadNumber).json().text("status")).isEqualTo("PLANNED");
    server.load(loadNumber).cancel();
    assertThat(service.read(loadNumber).json().text("status")).isEqualTo("CANCELLED");
  }

  @Test
  void everyLoadHasItsOwnPointsHoweverManyAreRead() {
    service.broker().credit("100.00");
    List<String> loads = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      loads.add(service.createLoad());
      add(loads.get(i), i);
    }
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < MANY; i++) {
        assertThat(minutes(loads.get(i))).containsExactly(i);
      }
    }
  }

  private void add(String number, int... minutes) {
    List<Fix> fixes = new ArrayList<>();
    for (int minute : minutes) {
      Instant time = NOW.minusSeconds(86_400).plusSeconds(60L * minute);
      fixes.add(Fix.of(time, 38 + minute * 1e-3, -84, 10));
    }
    assertThat(server.addFixes(number, fixes).accepted()).isEqualTo(minutes.length);
  }

  /** The minutes of the points that a read shows. */
  private List<Integer> minutes(String number) {
    Tree position = service.read(number).json();
    List<Integer> minutes = new ArrayList<>();
    for (int i = 0; i < position.size("gpsTrack"); i++) {
      Instant time = Instant.parse(position.text("gpsTrack." + i + ".ts"));
      minutes.add((int) (time.getEpochSecond() - NOW.getEpochSecond() + 86_400) / 60);
    }
    return minutes;
  }
}
