package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.call.MeetingThreads.Meeting;
import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What one thread writes the other one reads; without a {@code volatile} it would not. */
class MeetingThreadsTest {
  private static final int MEETINGS = 500_000;

  /** A fault shows long before. */
  private static final int MANY_MEETINGS = 20_000_000;

  private static final String SECONDS = "two threads have to meet within some nanoseconds";
  private static final String STEPS =
      "sdk-core/src/main/java/io/freightsdk/internal/call/Steps.java";

  private static PlantedFault notVolatile(String field) {
    return new PlantedFault(
        field + " without volatile", STEPS, "private volatile " + field, "private " + field);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(Meeting.SENDS_AND_IS_ENDED, notVolatile("@Nullable Exchange exchange;")),
        Arguments.of(Meeting.SENDS_AND_IS_ENDED, notVolatile("Call.@Nullable End end;")),
        Arguments.of(
            Meeting.WAITS_AND_IS_ADMITTED,
            new PlantedFault(
                "what came before the wait was set up is lost",
                STEPS,
                "CompletableFuture<?> unused = comes.whenComplete((value, thrown) -> wait.happened());",
                "if (!comes.isDone()) comes.whenComplete((value, thrown) -> wait.happened());")),
        Arguments.of(Meeting.WAITS_AND_IS_ENDED, notVolatile("Call.@Nullable End end;")));
  }

  private static PlantedFault.Said meet(Meeting meeting, PlantedFault planted, int times)
      throws Exception {
    return PlantedFault.run(
        planted,
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=4"),
        List.of(MeetingThreads.class.getName(), meeting.name(), Integer.toString(times)));
  }

  @Thorough(SECONDS)
  @ParameterizedTest
  @EnumSource
  void eachReadsWhatTheOtherWrote(Meeting meeting) throws Exception {
    PlantedFault.Said said = meet(meeting, null, MEETINGS);
    assertThat(said.code()).as(said.text()).isEqualTo(MeetingThreads.NOTHING_FOUND);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  void aPlantedFaultHasItsPlace(Meeting meeting, PlantedFault fault) throws Exception {
    assertThat(fault.changed()).as("%s", meeting).contains(fault.instead());
  }

  @Thorough(SECONDS)
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  void aMissingVolatileIsFound(Meeting meeting, PlantedFault fault) throws Exception {
    PlantedFault.Said said = meet(meeting, fault, MANY_MEETINGS);
    assertThat(said.code()).as(said.text()).isEqualTo(MeetingThreads.FOUND);
  }
}
