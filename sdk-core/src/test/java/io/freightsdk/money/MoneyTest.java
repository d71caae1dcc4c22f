package io.freightsdk.money;

import io.freightsdk.FreightClientBuilder;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;

/** Money in a world in which nothing happens at the same time. */
abstract class MoneyTest extends MoneyFixture {
  final World world;

  MoneyTest() {
    this(new World());
  }

  private MoneyTest(World world) {
    super(WorldServer.in(world));
    this.world = world;
  }

  @Override
  @AfterEach
  void closeAll() {
    try (world) {
      super.closeAll();
    }
  }

  @Override
  Clock clock() {
    return world.clock();
  }

  @Override
  FreightClientBuilder builder() {
    return world.builder().agentKey(broker.agentKey());
  }
}
