/** What the tests of the client share: call styles, a virtual world, a tap on the wire. */
package io.freightsdk.testing;
