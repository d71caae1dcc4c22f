/** What the SDK returns, in the hands of an application that returns it to its own callers. */
package io.freightsdk.controllers;
