/** An application that requires only modules of the SDK. */
module com.example {
  requires io.freightsdk.core;
  requires io.freightsdk.server;
  requires io.freightsdk.spend;
}
