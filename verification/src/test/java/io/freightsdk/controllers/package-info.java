/** Values of the SDK in an application that returns them to its own callers. */
package io.freightsdk.controllers;
